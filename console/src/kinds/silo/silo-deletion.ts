import type { Extensions } from '@granary/contract/call.ts'
import { siloDeleteWithContents, siloDeletionPlan } from '@granary/contract/generated/client.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { QueryClient } from '@tanstack/react-query'
import { operate } from '../../api/operate.ts'
import { apiQuery } from '../../api/queries.ts'
import type { Deletion } from '../../app/delete-everything/deleting.ts'
import { fillPath } from '../../app/paths.ts'
import { SILO } from './addresses.ts'

type Named = { id: string; name: string }

/** The tabs of a silo's page that list the resources of a kind. The contents of its projects can't be seen from here. */
const TABS: Partial<Record<Kind, string>> = {
  'silo-user': 'users',
  'saml-identity-provider': 'idps',
  'scim-token': 'scim',
  certificate: 'certificates',
}

/** The plan of a silo's deletion with everything in it. */
export const siloPlan = (extensions: Extensions, { id }: Named) =>
  apiQuery(extensions.call(siloDeletionPlan), { path: { silo: id } })

/** The deletion of a silo with everything in it. @param onStarted navigates away from the silo's own page. */
export const siloDeletion = (
  client: QueryClient,
  extensions: Extensions,
  silo: Named,
  onStarted?: () => void,
): Deletion => ({
  extensions,
  place: 'silo',
  name: silo.name,
  plan: siloPlan(extensions, silo) as Deletion['plan'],
  start: async (typed) => {
    const input = { path: { silo: silo.id }, body: { name: typed } }
    const job = await operate(client, extensions.call(siloDeleteWithContents), input)
    onStarted?.()
    return job
  },
  pageOf: (kind) => TABS[kind] && fillPath(`${SILO}/${TABS[kind]}`, { silo: silo.name }),
})
