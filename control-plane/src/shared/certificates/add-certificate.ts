import type { CertificateCreate } from '@granary/contract/certificates.ts'
import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { keyProblem } from '@granary/contract/x509/private-key.ts'
import { chainEnd, chainProblem, siloHostName } from '@granary/domain/certificates.ts'
import type { z } from 'zod'
import type { CertificateRow, SiloRow } from '../../database/schema.ts'
import type { Context } from '../../kit/context.ts'
import { invalidValue } from '../../kit/errors.ts'
import { requireRoom } from '../../kit/row-limit.ts'
import { certificate } from '../../kinds/certificate.ts'

/**
 * Adds a certificate to a silo.
 * @throws ApiError 400 when it cannot serve the silo's host name, the key is not its own, the name is taken, or the silo
 * has too many.
 */
export async function addCertificate(
  context: Context,
  silo: SiloRow,
  body: z.output<typeof CertificateCreate>,
): Promise<CertificateRow> {
  await requireRoom(context, 'certificates', silo.id)
  const timeExpires = await usefulUntil(context, silo.name, body)
  return certificate.create(context, { siloId: silo.id, projectId: null }, body, {
    silo_id: silo.id,
    service: body.service,
    cert: body.cert,
    private_key: body.key,
    time_expires: timeExpires.toISOString(),
  })
}

/** Returns until when a certificate can serve the silo. @throws ApiError 400 if it can't. */
async function usefulUntil(
  { services, clock }: Context,
  silo: string,
  { cert, key }: { cert: string; key: string },
): Promise<Date> {
  const zone = services.settings.externalDnsZone
  const host = zone === null ? null : siloHostName(silo, zone)
  const chain = await certificateFacts(cert).catch((error: Error) => {
    throw invalidValue('cert', 'invalid_format', error.message, 'certificate')
  })
  const problem = chainProblem(chain, { host, now: clock.now() })
  if (problem) throw invalidValue('cert', 'not_allowed', problem, 'certificate')
  const keyIs = await keyProblem(cert, key)
  if (keyIs) throw invalidValue('key', 'not_allowed', keyIs, 'private-key')
  return chainEnd(chain)
}
