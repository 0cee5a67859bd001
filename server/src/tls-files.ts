import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type Server } from 'node:tls'
import type { Log } from '@granary/control-plane/kit/log.ts'
import { type Configuration, ConfigurationError } from './configuration.ts'

type Files = Pick<Configuration, 'tlsCertificate' | 'tlsKey'>
type Pair = { cert: Buffer; key: Buffer }

/** Time after which the server notices renewed files; milliseconds. */
const CHECK_INTERVAL_MS = 60_000

/** Reads the server's certificate and its key. @throws ConfigurationError if they can't be used. */
export function readTlsFiles({ tlsCertificate, tlsKey }: Files): Pair {
  const pair = {
    cert: readPem('--tls-certificate', tlsCertificate!),
    key: readPem('--tls-key', tlsKey!),
  }
  try {
    createSecureContext(pair)
  } catch (error) {
    throw new ConfigurationError(
      `${tlsCertificate} and ${tlsKey} are not a certificate and its key: ${(error as Error).message}`,
    )
  }
  return pair
}

function readPem(flag: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new ConfigurationError(`${flag}: ${file} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Serves renewed files from the next connection on, such as those that an ACME client writes every few weeks. The two are
 * written one after the other, so files that do not fit are read again later.
 * @returns a function that ends this.
 */
export function serveRenewed(
  server: Pick<Server, 'setSecureContext'>,
  files: Files,
  log: Log,
  interval = CHECK_INTERVAL_MS,
): () => void {
  let served = readTlsFiles(files)
  let refused = ''
  warnIfExpired(served, log)
  const check = () => {
    try {
      const pair = readTlsFiles(files)
      refused = ''
      if (pair.cert.equals(served.cert) && pair.key.equals(served.key)) return
      server.setSecureContext(pair)
      served = pair
      log('info', 'the changed TLS certificate is in use')
      warnIfExpired(served, log)
    } catch (error) {
      const { message } = error as Error
      if (message !== refused)
        log(
          'warn',
          'the changed TLS certificate or key cannot be used; the server goes on with those before',
          {
            error: message,
          },
        )
      refused = message
    }
  }
  const timer = setInterval(check, interval)
  timer.unref()
  return () => clearInterval(timer)
}

function warnIfExpired({ cert }: Pair, log: Log): void {
  const { validTo, validToDate } = new X509Certificate(cert)
  if (validToDate.getTime() < Date.now()) log('warn', 'the TLS certificate has expired', { validTo })
}
