import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { pdf } from '#tests/support/files.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('X51 the server is told to stop', () => {
  it('a request under way is finished, and its connection does not hold the stop back', async () => {
    const running = await startServer();
    server = running;
    const employee = await running.as('employee');
    const bill = pdf('slow');
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
    const length = head.length + bill.length + '\r\n--b--\r\n'.length;
    const talk = (first: string): { rest: (text: string | Buffer) => void; answer: Promise<string> } => {
      const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
      socket.write(first);
      let text = '';
      const answer = new Promise<string>((resolve) => {
        socket.on('data', (chunk) => {
          text += chunk.toString('latin1');
        });
        socket.on('close', () => resolve(text));
        socket.on('error', () => resolve(text));
      });
      return { rest: (more) => socket.write(more), answer };
    };
    const upload = talk(
      `POST /api/v1/Common/upload-pdf HTTP/1.1\r\nHost: x\r\ntoken: ${employee.token}\r\nplatform: WEB_SITE\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n${head}`,
    );
    // Connections are taken in their order: once a later one is answered, the upload is under way.
    await running.with(null).get('/healthz');
    const closed = running.close();
    server = undefined;
    upload.rest(bill);
    upload.rest('\r\n--b--\r\n');
    const uploaded = await upload.answer;
    expect(uploaded).toMatch(/^HTTP\/1\.1 200 /);
    expect(uploaded).toMatch(/connection: close/i);
    await expect(running.with(null).get('/healthz')).rejects.toThrow();
    await closed;
  });
});
