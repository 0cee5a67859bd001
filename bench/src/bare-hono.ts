// What a list costs without a control plane: Hono answers with the same rows, from memory. Its own process, like the
// server that it is compared with.
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const [port, file] = process.argv.slice(2)
const page = JSON.parse(readFileSync(file!, 'utf8')) as object
const app = new Hono()
app.get('/v1/instances', (c) => c.json(page))
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () => console.log('listening'))
