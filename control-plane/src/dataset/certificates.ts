import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { keyProblem } from '@granary/contract/x509/private-key.ts'
import { chainEnd } from '@granary/domain/certificates.ts'
import { certificate } from '../kinds/certificate.ts'
import type { Dataset } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

/** Plans the certificates of silos. A data set may contain expired ones, and any host name. */
export async function planCertificates(plan: Plan, { silos }: Dataset): Promise<void> {
  for (const { path, value: silo } of silos) {
    const { id: siloId } = plan.silo(path, { silo: silo.name })
    for (const [index, value] of silo.tls_certificates.entries()) {
      const at = `${path}.tls_certificates[${index}]`
      const chain = await certificateFacts(value.cert).catch((error: Error) =>
        fail(`${at}.cert`, error.message),
      )
      const keyIs = value.key == null ? null : await keyProblem(value.cert, value.key)
      if (keyIs) fail(`${at}.key`, keyIs)
      const scope = { siloId, projectId: null }
      plan.of(certificate).add({ path: at, scope }, value, () => ({
        silo_id: siloId,
        service: value.service,
        cert: value.cert,
        private_key: value.key ?? '',
        time_expires: chainEnd(chain).toISOString(),
      }))
    }
  }
}
