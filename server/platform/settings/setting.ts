export type SettingGroup =
  | 'Server'
  | 'Data'
  | 'Sign-in'
  | 'Mail and links'
  | 'Secrets and keys'
  | 'Limits'
  | 'Product'
  | 'Demo and trials'
  | 'Building and testing';

export interface Setting {
  name: string;
  group: SettingGroup;
  /** What may be set to get what holds without it; null where no value says that. */
  default: string | null;
  /** Where `default` is null: what holds then, in words; left out where nothing does. */
  otherwise?: string;
  /** One sentence or two, in Markdown. */
  meaning: string;
  /** A value for the environment file, where the default tells too little. */
  example?: string;
  /** Its value must not be seen by others. */
  secret?: true;
}

/** The settings that belong to building and testing: a server in use has none of them. */
export const BUILDING: SettingGroup = 'Building and testing';

/** Settings of one group. */
export const group = (name: SettingGroup, settings: readonly Omit<Setting, 'group'>[]): Setting[] =>
  settings.map((setting) => ({ ...setting, group: name }));
