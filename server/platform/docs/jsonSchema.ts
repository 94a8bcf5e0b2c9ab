import * as z from 'zod/mini';

export type Json = Readonly<Record<string, unknown>>;

/** A zod schema as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks. What JSON cannot say is left open. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    // A later server may answer more fields: clients ignore them (SW-1).
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}
