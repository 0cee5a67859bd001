import { identityView, inside, resource } from '../kit/resource.ts'
import { silo } from './silo.ts'

/** A TLS certificate of a silo. Its view, which is also what the change log keeps, has no private key. */
export const certificate = resource({
  kind: 'certificate',
  table: 'certificate',
  selector: 'certificate',
  parent: inside(silo, 'silo_id'),
  view: (row) => ({ ...identityView(row), service: row.service, cert: row.cert }),
})
