import { MAX_PEM_LENGTH } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { extraInput } from './extension.ts'
import { on } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { identity, identityCreate, NameOrId, NameOrIdSortMode, pageOf, paginated } from './scalars.ts'

/** The service that a certificate is for: the silo's API and console. */
export const ServiceUsingCertificate = z.enum(['external_api']).meta({ id: 'ServiceUsingCertificate' })

/** A TLS certificate of a silo. Its private key is stored and never shown. */
export const Certificate = z
  .object({
    ...identity,
    service: ServiceUsingCertificate.meta({ description: 'Service that presents the certificate' }),
    cert: z.string().meta({ description: 'PEM, the certificate of the service first' }),
  })
  .meta({ id: 'Certificate' })

export const CertificateCreate = z
  .object({
    ...identityCreate,
    service: ServiceUsingCertificate.meta({ description: 'Service that presents the certificate' }),
    cert: z.string().max(MAX_PEM_LENGTH).meta({ description: 'PEM, the certificate of the service first' }),
    key: z
      .string()
      .max(MAX_PEM_LENGTH)
      .meta({ description: 'PEM, the private key of the first certificate, not encrypted' }),
  })
  .meta({ id: 'CertificateCreate' })

/** The silo of the certificates; defaults to the caller's own. Not allowed together with an id. */
const inSilo = {
  silo: extraInput(
    NameOrId.meta({
      description: "Name or ID of the silo; the caller's own when left out, refused with an ID",
    }),
  ),
}

export const certificates = family('certificates', {
  certificateList: get('/v1/certificates', {
    summary: 'List TLS certificates of a silo',
    description: 'Lists the certificates of your own silo, or of the silo in the query.',
    needs: on('silo', 'modify_identities'),
    shows: ['certificate'],
    columns: ['name', 'service', 'timeCreated', 'id'],
    query: { ...inSilo, ...paginated(NameOrIdSortMode) },
    response: pageOf(Certificate).meta({ id: 'CertificateResultsPage' }),
  }),
  certificateCreate: post('/v1/certificates', {
    summary: 'Add TLS certificate to a silo',
    description: 'The certificate has to be valid for the host name of the silo and match the private key.',
    needs: on('silo', 'modify_identities'),
    changes: ['certificate'],
    query: inSilo,
    body: CertificateCreate,
    response: Certificate,
  }),
  certificateView: get('/v1/certificates/{certificate}', {
    summary: 'Fetch TLS certificate',
    description: 'Shows the certificate chain, never the private key.',
    needs: on('certificate', 'modify_identities'),
    shows: ['certificate'],
    query: inSilo,
    response: Certificate,
  }),
  certificateDelete: del('/v1/certificates/{certificate}', {
    summary: 'Delete TLS certificate',
    description:
      'New connections to the host name of the silo use another of its certificates, or that of the server.',
    needs: on('certificate', 'modify_identities'),
    changes: ['certificate'],
    query: inSilo,
  }),
})
