import { SettingError, text, type Variables } from './variables.ts';

/** Where traces are sent. */
export interface TracingSettings {
  /** Base address of a collector of OTLP over HTTP. */
  endpoint: string;
  /** What every request to it carries. */
  headers: Record<string, string>;
}

const NOT_PAIRS = 'OTEL_EXPORTER_OTLP_HEADERS must be pairs of name=value with commas between them.';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SettingError(NOT_PAIRS);
  }
}

function headersOf(variables: Variables): Record<string, string> {
  const pairs = (text(variables, 'OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w-]+)=(.*)$/.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw new SettingError(NOT_PAIRS);
      return [name, decoded(value.trim())];
    }),
  );
}

/** Null: nothing is traced. Throws `SettingError`. */
export function readTracing(variables: Variables): TracingSettings | null {
  const endpoint = text(variables, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers = headersOf(variables);
  if (endpoint === null) return null;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new SettingError(`OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, not "${endpoint}".`);
  return { endpoint: endpoint.replace(/\/+$/, ''), headers };
}
