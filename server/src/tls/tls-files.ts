import { type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type Server } from 'node:tls'
import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { pickCertificates } from '@granary/contract/x509/pem.ts'
import type { Log } from '@granary/control-plane/kit/log/log.ts'
import { chainWarnings, pathOf } from '@granary/domain/certificates.ts'
import { tlsKeyProblem } from '@granary/domain/key-sizes.ts'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'
import { keySizeProblem } from './key-size.ts'

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
  const refused = keyProblem(pair.cert)
  if (refused) throw new ConfigurationError(`the key of ${tlsCertificate} ${refused}`)
  const problem = tlsProblem(pair)
  if (problem)
    throw new ConfigurationError(
      `${tlsCertificate} and ${tlsKey} are not a certificate and its key: ${problem}`,
    )
  return pair
}

/** The names that OpenSSL has for curves. */
const CURVES: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

/** Returns why browsers would refuse the key of a certificate, or signing with it takes long; null for other texts. */
function keyProblem(cert: Buffer): string | null {
  let key: KeyObject
  try {
    key = new X509Certificate(cert).publicKey
  } catch {
    return null
  }
  const problem = keySizeProblem(key)
  if (problem || key.asymmetricKeyType === 'rsa') return problem
  const curve = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? 'unknown'
  return tlsKeyProblem({ kind: CURVES[curve] ?? curve, rsa: null })
}

/** Returns why no TLS server opens with a certificate and its key, or null. */
export function tlsProblem(pair: { cert: string | Buffer; key: string | Buffer }): string | null {
  try {
    createSecureContext(pair)
    return null
  } catch (error) {
    return (error as Error).message
  }
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
  now: () => number = Date.now,
): () => void {
  let served = readTlsFiles(files)
  let refused = ''
  let warned: string | null = null
  const warnOfAge = () => {
    const warning = ageWarning(served, now())
    if (warning !== null && warning !== warned) log('warn', warning, { validTo: validityOf(served).end })
    warned = warning
  }
  const tidy = async (pair: Pair) => {
    warnOfAge()
    const cert = await tidyChain(pair.cert, log)
    if (cert !== null && pair === served) server.setSecureContext({ ...pair, cert })
  }
  void tidy(served)
  const check = () => {
    warnOfAge()
    try {
      const pair = readTlsFiles(files)
      refused = ''
      if (pair.cert.equals(served.cert) && pair.key.equals(served.key)) return
      server.setSecureContext(pair)
      served = pair
      log('info', 'the changed TLS certificate is in use')
      void tidy(served)
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

/** The part of its lifetime that a certificate which is renewed in time always has left: ACME clients renew in the last third. */
const RENEWED_BEFORE = 1 / 6

function validityOf({ cert }: Pair): { start: Date; end: Date } {
  const { validFromDate, validToDate } = new X509Certificate(cert)
  return { start: validFromDate, end: validToDate }
}

/** Returns what to warn of while time passes, or null. */
function ageWarning(pair: Pair, now: number): string | null {
  const { start, end } = validityOf(pair)
  const left = end.getTime() - now
  if (left < 0) return 'the TLS certificate has expired'
  return left < (end.getTime() - start.getTime()) * RENEWED_BEFORE ? 'the TLS certificate expires soon' : null
}

/**
 * Warns of what may keep some clients from accepting a chain.
 * @returns the chain in order, without what no client uses; null if it is that already, or cannot be read.
 */
async function tidyChain(pem: Buffer, log: Log): Promise<string | null> {
  const chain = await certificateFacts(String(pem)).catch(() => [])
  for (const warning of chainWarnings(chain)) log('warn', `the TLS certificate: ${warning}`)
  const path = pathOf(chain)
  const isTidy = path.length === chain.length && path.every((position, index) => position === index)
  return isTidy ? null : pickCertificates(String(pem), path)
}
