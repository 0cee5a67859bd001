import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** A proxy in front of a database that can cut connections. */
type Wire = {
  url: string
  cut: () => void
  /** Stops the open connections without ending them. New ones work. */
  silence: () => void
  mend: () => void
  /** Times of the attempts to connect since the cut, in milliseconds. */
  attempts: () => number[]
  close: () => void
}

/** Opens a proxy on a free port. `url` is the database's own, on a Unix socket. */
export async function openWire(url: string): Promise<Wire> {
  const socket = `${decodeURIComponent(new URL(url).hostname)}/.s.PGSQL.5432`
  const open = new Set<Socket>()
  let whole = true
  let attempts: number[] = []
  const server: Server = createServer((near) => {
    attempts.push(performance.now())
    near.on('error', () => {})
    if (!whole) return void near.destroy()
    const far = createConnection(socket)
    for (const end of [near, far]) {
      open.add(end)
      end.on('error', () => {}).on('close', () => [near, far].forEach((each) => each.destroy()))
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    whole = false
    attempts = []
    for (const each of open) each.destroy()
  }
  const silence = () => {
    for (const each of open) each.unpipe().pause()
  }
  return {
    url: url.replace(/@[^/]+/, `@127.0.0.1:${(server.address() as { port: number }).port}`),
    cut,
    silence,
    mend: () => void (whole = true),
    attempts: () => attempts,
    close() {
      cut()
      server.close()
    },
  }
}
