import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Lists and deletions that read a whole table: the floating IPs of a project, the interfaces of a VPC, and rows that refer to a deleted one. */
export const referenceIndexes: Migration = {
  id: 34,
  name: 'reference-indexes',
  async up(db, engine) {
    const t = tables(db, engine)
    await t.index('external_ip', 'project_id', 'kind', 'name')
    await t.index('image', 'silo_id')
    await t.index('instance_ssh_key', 'ssh_key_id')
    await t.index('network_interface', 'vpc_id')
    await t.index('saml_answer', 'provider_id')
    await t.index('saml_answer', 'user_id')
    await t.index('saml_request', 'provider_id')
  },
}
