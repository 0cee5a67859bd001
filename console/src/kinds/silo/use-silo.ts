import type { CallOutput } from '@granary/contract/call.ts'
import { siloView } from '@granary/contract/generated/client.ts'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { fillPath, type Path } from '../../app/paths.ts'
import { useMay } from '../../app/permissions.ts'
import { useMatchOf } from '../../app/route-params.ts'
import { useCurrentUser } from '../../app/session.ts'
import { OWN_SILO, SILO } from './addresses.ts'

export type Silo = CallOutput<'siloView'>

const PAGES = ['/authenticated/system/silos/$silo', '/authenticated/silo/silo'] as const

type Below<Base extends string, To = Path> = To extends `${Base}/${infer Rest}` ? Rest : never
/** A page below the page of a silo, for any silo and for the caller's own. */
export type SiloPath = Extract<Below<typeof SILO>, Below<typeof OWN_SILO>>

/**
 * Returns the silo of a page: the one in the path, or else the caller's own, with the addresses of the pages below it and
 * the caller's permissions. The route has loaded it.
 */
export function useSilo() {
  const { params } = useMatchOf(PAGES)
  const user = useCurrentUser()
  const named = 'silo' in params ? params.silo : undefined
  const name = named ?? user.siloName
  const silo = useView(apiQuery(siloView, { path: { silo: name } }))
  const may = useMay()
  const base = named === undefined ? OWN_SILO : SILO
  return {
    silo,
    isOwn: silo.id === user.siloId,
    /** Which of the two pages is the current one. */
    base,
    /** Returns the address of a page below the current page. */
    at: (path: SiloPath, more: Record<string, string> = {}): string =>
      fillPath(`${base}/${path}`, { ...more, silo: name }),
    may: (permission: Parameters<typeof may.silo>[1]) => may.silo(silo.id, permission),
  }
}
