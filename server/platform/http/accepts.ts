import type { FastifyRequest } from 'fastify';

/** Whether Accept-Encoding lists a coding and does not refuse it by `q=0`. */
export function accepts(request: FastifyRequest, coding: string): boolean {
  const asked = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) =>
      part
        .toLowerCase()
        .split(';')
        .map((word) => word.trim()),
    );
  return asked.some(([name, weight]) => name === coding && !/^q=0(?:\.0*)?$/.test(weight ?? ''));
}
