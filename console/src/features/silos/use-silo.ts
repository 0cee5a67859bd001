import type { CallOutput } from '@granary/contract/call.ts'
import { siloView } from '@granary/contract/generated/client.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'
import { useMay } from '../../app/permissions.ts'
import { useCurrentUser } from '../../app/session.ts'

export type Silo = CallOutput<'siloView'>

/**
 * The silo that a page is about: the one in its path, or one's own where there is none; where its tabs are, and what one
 * may do with it. Loaded before any page that asks.
 */
export function useSilo() {
  const { silo: named } = useParams({ strict: false })
  const user = useCurrentUser()
  const name = named ?? user.siloName
  const { data: silo } = useSuspenseQuery(apiQuery(siloView, { path: { silo: name } }))
  const may = useMay()
  return {
    silo,
    isOwn: silo.id === user.siloId,
    base: named ? `/system/silos/${named}` : '/silo',
    may: (permission: Parameters<typeof may.silo>[1]) => may.silo(silo.id, permission),
  }
}
