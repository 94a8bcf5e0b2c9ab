// A window of WebKitGTK that WebKitWebDriver may lead, for gjs. What it stores is in the folder PROFILE.
/* global imports */
imports.gi.versions.Gtk = '3.0';
imports.gi.versions.WebKit2 = '4.1';
const { GLib, Gtk, WebKit2 } = imports.gi;

Gtk.init(null);
const profile = GLib.getenv('PROFILE');
const { latitude, longitude, accuracy } = JSON.parse(GLib.getenv('PLACE'));

const manager = new WebKit2.WebsiteDataManager({
  base_data_directory: profile,
  base_cache_directory: `${profile}/cache`,
});
const context = new WebKit2.WebContext({ website_data_manager: manager });
manager
  .get_cookie_manager()
  .set_persistent_storage(`${profile}/cookies.sqlite`, WebKit2.CookiePersistentStorage.SQLITE);

const place = context.get_geolocation_manager();
place.connect('start', () => {
  place.update_position(WebKit2.GeolocationPosition.new(latitude, longitude, accuracy));
  return true;
});

/** Where the person is may be asked for; everything else is refused. */
function decide(_view, request) {
  if (request instanceof WebKit2.GeolocationPermissionRequest) request.allow();
  else request.deny();
  return true;
}

function openWindow() {
  const view = new WebKit2.WebView({ web_context: context, is_controlled_by_automation: true });
  const settings = view.get_settings();
  settings.enable_write_console_messages_to_stdout = true;
  settings.hardware_acceleration_policy = WebKit2.HardwareAccelerationPolicy.NEVER;
  view.connect('permission-request', decide);
  const window = new Gtk.Window();
  window.set_default_size(360, 740);
  window.add(view);
  window.show_all();
  view.connect('close', () => window.destroy());
  return view;
}

context.set_automation_allowed(true);
context.connect('automation-started', (_context, session) => {
  const info = new WebKit2.ApplicationInfo();
  info.set_name('WebKitGTK');
  info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version());
  session.set_application_info(info);
  session.connect('create-web-view', openWindow);
});
Gtk.main();
