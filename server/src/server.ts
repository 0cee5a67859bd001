import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { systemClock } from '@granary/compute/clock.ts'
import { openSimulatedDriver } from '@granary/compute/simulated/driver.ts'
import { createControlPlane, prepareDatabase } from '@granary/control-plane/control-plane.ts'
import { driverStore } from '@granary/control-plane/database/driver-store.ts'
import { defaultSettings, type Services } from '@granary/control-plane/kit/services.ts'
import { getRequestListener } from '@hono/node-server'
import { ConfigurationError, type Configuration } from './configuration.ts'
import { openDatabase } from './database/open.ts'
import { firstStart, type FirstAdministrator } from './first-start.ts'
import { createFetch } from './http.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { stampAddress } from './node-headers.ts'
import { argonPasswords } from './passwords.ts'
import { serveSerialConsoles } from './serial-socket.ts'

/** Requests under way get so long to finish when the server stops. */
const PATIENCE = 10_000

export type RunningServer = {
  url: string
  /** Given on the first start only. */
  administrator: FirstAdministrator | null
  /** Finishes what is under way, closes everything. */
  stop: () => Promise<void>
}

/**
 * Opens the database, starts the control plane and listens.
 * @throws ConfigurationError with a sentence for people when something stands in the way.
 */
export async function startServer(
  configuration: Configuration,
  consoleFolder: string,
): Promise<RunningServer> {
  makeDataFolder(configuration.data)
  const metrics = createMetrics()
  const log = createLog(configuration.logLevel, (fields) => metrics.observe(fields))
  const database = await openDatabase(configuration.databaseUrl)
  const base = {
    ...database,
    clock: systemClock,
    random: Math.random,
    passwords: argonPasswords(),
    log,
    settings: { ...defaultSettings, secureCookies: configuration.tlsKey !== null },
  }
  await prepareDatabase(base)
  const compute = await openSimulatedDriver({
    store: driverStore(database.db),
    timings: { serialEchoDelay: 0 },
  })
  const services: Services = { ...base, compute }
  const administrator = await firstStart(services, configuration)
  const controlPlane = createControlPlane(services)
  await controlPlane.start()

  const state = { stopping: false, underWay: 0 }
  const fetch = createFetch({
    controlPlane,
    services,
    metrics,
    consoleFolder,
    isReady: () => !state.stopping,
  })
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  const server = makeServer(configuration)
  server.on('request', (incoming, outgoing) => {
    stampAddress(incoming)
    // A stream of events never ends by itself, so nobody waits for it.
    const endless = incoming.url?.startsWith('/experimental/v1/events') ?? false
    const count = (change: 1 | -1) => (endless ? metrics.streams.inc(change) : (state.underWay += change))
    count(1)
    outgoing.once('close', () => count(-1))
    void listener(incoming, outgoing)
  })
  const closeConsoles = serveSerialConsoles({
    server,
    controlPlane,
    log,
    opened: (change) => metrics.consoles.inc(change),
  })
  const port = await listen(server, configuration)
  const scheme = configuration.tlsKey ? 'https' : 'http'
  return {
    url: `${scheme}://${configuration.host.includes(':') ? `[${configuration.host}]` : configuration.host}:${port}`,
    administrator,
    async stop() {
      state.stopping = true
      const closed = new Promise((resolve) => server.close(resolve))
      closeConsoles()
      server.closeIdleConnections()
      const deadline = Date.now() + PATIENCE
      while (state.underWay > 0 && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 20))
      server.closeAllConnections()
      await closed
      await controlPlane.stop()
      await compute.close()
      await database.close()
    },
  }
}

function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new ConfigurationError(`the data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
}

function makeServer({ tlsCertificate, tlsKey }: Configuration): Server {
  const limits = {
    headersTimeout: 20_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 32_768,
  }
  if (!tlsCertificate || !tlsKey) return createServer(limits)
  return createTlsServer({
    ...limits,
    cert: readFileSync(tlsCertificate),
    key: readFileSync(tlsKey),
  }) as unknown as Server
}

function listen(server: Server, { host, port }: Configuration): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'another program listens there already' : error.message
      reject(new ConfigurationError(`cannot listen on ${host}:${port}: ${reason}`))
    })
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}
