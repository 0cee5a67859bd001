import type { CertificateCreate } from '@granary/contract/certificates.ts'
import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { keyProblem } from '@granary/contract/x509/private-key.ts'
import { chainEnd, chainProblem, siloHostName } from '@granary/domain/certificates.ts'
import type { z } from 'zod'
import type { CertificateRow, SiloRow } from '../../database/schema.ts'
import type { Context, OuterContext } from '../../kit/context/context.ts'
import { invalidValue } from '../../kit/base/errors.ts'
import { requireRoom } from '../../kit/resources/row-limit.ts'
import { certificate } from '../../kinds/certificate.ts'

/** A certificate that can serve the host name of a silo, and its key. Only `checkCertificate` makes one. */
export class CheckedCertificate {
  readonly body: z.output<typeof CertificateCreate>
  readonly #expires: Date

  private constructor(body: z.output<typeof CertificateCreate>, expires: Date) {
    this.body = body
    this.#expires = expires
  }

  get expires(): string {
    return this.#expires.toISOString()
  }

  /**
   * Checks a certificate and its key, by a signature among other things: outside of a transaction, because that takes time.
   * @throws ApiError 400 when it cannot serve the silo's host name, or the key is not its own.
   */
  static async of(
    { services, clock }: OuterContext,
    silo: string,
    body: z.output<typeof CertificateCreate>,
  ): Promise<CheckedCertificate> {
    const { cert, key } = body
    const zone = services.settings.externalDnsZone
    const host = zone === null ? null : siloHostName(silo, zone)
    const chain = await certificateFacts(cert).catch((error: Error) => {
      throw invalidValue('cert', 'invalid_format', error.message, 'certificate')
    })
    const problem = chainProblem(chain, { host, now: clock.now() })
    if (problem) throw invalidValue('cert', 'not_allowed', problem, 'certificate')
    const keyIs = await keyProblem(cert, key)
    if (keyIs) throw invalidValue('key', 'not_allowed', keyIs, 'private-key')
    const refused = services.tlsProblem?.({ cert, key })
    if (refused) throw invalidValue('cert', 'not_allowed', `it cannot be served: ${refused}`, 'certificate')
    return new CheckedCertificate(body, chainEnd(chain))
  }
}

/**
 * Adds a certificate to a silo.
 * @throws ApiError 400 when the name is taken, or the silo has too many.
 */
export async function addCertificate(
  context: Context,
  silo: SiloRow,
  { body, expires }: CheckedCertificate,
): Promise<CertificateRow> {
  await requireRoom(context, 'certificates', silo.id)
  return certificate.create(context, { siloId: silo.id, projectId: null }, body, {
    silo_id: silo.id,
    service: body.service,
    cert: body.cert,
    private_key: body.key,
    time_expires: expires,
  })
}
