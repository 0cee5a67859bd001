import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { selfSigned } from '../../contract/test/certificates.ts'
import { temporaryFolder } from './temporary.ts'

/** Returns the flags of a server with a certificate of its own. */
export function withTls(): string[] {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = selfSigned({ commonName: 'localhost' })
  writeFileSync(key, made.key)
  writeFileSync(cert, made.cert)
  return ['--tls-key', key, '--tls-certificate', cert]
}
