// The minimum that accepts an upload: reads and discards. Its own process, like the server that it is compared with.
import { createServer } from 'node:http'

const server = createServer((incoming, outgoing) => {
  if (incoming.method === 'GET') {
    outgoing.setHeader('content-type', 'text/html')
    outgoing.end('<!doctype html><title>Bare</title><input type="file">')
    return
  }
  incoming.resume()
  incoming.once('end', () => outgoing.writeHead(204).end())
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'))
