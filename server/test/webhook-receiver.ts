// A receiver of alerts in a process of its own, at the port of its argument. It prints each request as a line of JSON, and answers by the path.
import { createServer, type ServerResponse } from 'node:http'

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/ok': (response) => response.writeHead(204).end(),
  '/error': (response) => response.writeHead(500).end('it broke'),
  '/redirect': (response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  '/hang': () => {},
  '/slow': (response) => void setTimeout(() => response.writeHead(204).end(), 300),
  '/reset': (response) => response.socket!.destroy(),
  '/hanging-body': (response) => {
    response.writeHead(200)
    response.write('the beginning')
  },
  // Ten gigabytes, as long as the client reads them.
  '/endless': (response) => {
    const block = Buffer.alloc(65_536, 'x')
    let left = 160_000
    const write = () => {
      while (left-- > 0) if (!response.write(block)) return response.once('drain', write)
      return response.end()
    }
    response.writeHead(200)
    write()
  },
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { method, url = '/', rawHeaders } = request
    const path = new URL(url, 'http://receiver').pathname
    response.on('close', () =>
      process.stdout.write(`${JSON.stringify({ closed: path, sent: response.socket?.bytesWritten })}\n`),
    )
    process.stdout.write(
      `${JSON.stringify({ method, url, rawHeaders, body: Buffer.concat(parts).toString('base64') })}\n`,
    )
    ;(ANSWERS[path] ?? ANSWERS['/ok']!)(response)
  })
})
server.on('connection', () => process.stdout.write(`${JSON.stringify({ connected: true })}\n`))
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as { port: number }).port })}\n`)
})
