import {
  siloIpPoolList,
  systemIpPoolSiloUnlink,
  systemIpPoolSiloUpdate,
} from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'
import { useOperation } from '../../api/operate.ts'
import { useMay } from '../../app/permissions.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { ADMINS_ONLY, defaultLike, familyOf, type Pool } from './pool-query.ts'

type Named = { id: string; name: string }
type Link = { pool: Named & Pick<Pool, 'ipVersion' | 'poolType'>; silo: Named; isDefault: boolean }

/**
 * Returns the menu entries of a link between a pool and a silo.
 * @param listed which of the two the list shows, and the user so unlinks.
 */
export function useLinkEntries(listed: 'pool' | 'silo') {
  const client = useQueryClient()
  const update = useOperation(systemIpPoolSiloUpdate, { waits: true })
  const unlinkPool = useOperation(systemIpPoolSiloUnlink, { waits: true })
  const mayChange = useMay().fleet('modify')
  const disabledReason = !mayChange && ADMINS_ONLY
  const pathOf = ({ pool, silo }: Link) => ({ pool: pool.id, silo: silo.id })
  const setDefault = (link: Link, isDefault: boolean) => update({ path: pathOf(link), body: { isDefault } })

  const makeDefault = async (link: Link) => {
    const { pool, silo } = link
    const all = allQuery(siloIpPoolList, { path: { silo: silo.id } })
    // Without the list, the question can't name the former default.
    const pools = await client.fetchQuery({ ...all, staleTime: 0 }).catch(() => [])
    const former = defaultLike(pools, pool)
    await confirm({
      title: former ? 'Change default' : 'Make default',
      errorTitle: former ? 'Could not change default' : 'Could not make default',
      body: former ? (
        <>
          Change the default {familyOf(pool)} pool of <Highlight>{silo.name}</Highlight> from{' '}
          <Highlight>{former.name}</Highlight> to <Highlight>{pool.name}</Highlight>? New addresses come from
          it when users name no pool. Addresses in use stay as they are.
        </>
      ) : (
        <>
          Make <Highlight>{pool.name}</Highlight> the default {familyOf(pool)} pool of{' '}
          <Highlight>{silo.name}</Highlight>? New addresses come from it when users name no pool.
        </>
      ),
      action: () => setDefault(link, true),
    })
  }
  const clearDefault = (link: Link) =>
    confirm({
      title: 'Clear default',
      variant: 'danger',
      errorTitle: 'Could not clear default',
      body: (
        <>
          <Highlight>{link.silo.name}</Highlight> will have no default {familyOf(link.pool)} pool. Its users
          have to name a pool whenever they need such an address, and new instances that name none are
          refused.
        </>
      ),
      action: () => setDefault(link, false),
    })
  const unlink = (link: Link) =>
    confirm({
      title: `Unlink ${listed}`,
      variant: 'danger',
      errorTitle: `Could not unlink ${listed}`,
      body: (
        <>
          Users of <Highlight>{link.silo.name}</Highlight> can no longer take addresses from{' '}
          <Highlight>{link.pool.name}</Highlight>, and it is detached from their internet gateways. This fails
          while any of its addresses is in use there.
        </>
      ),
      action: async () => {
        await unlinkPool({ path: pathOf(link) })
        if (listed === 'pool') addToast({ content: 'IP pool unlinked' })
      },
    })
  return (link: Link): MenuAction[] => [
    link.isDefault
      ? {
          label: 'Clear default',
          danger: true,
          disabledReason,
          onAction: () => void clearDefault(link),
        }
      : { label: 'Make default', disabledReason, onAction: () => void makeDefault(link) },
    { label: 'Unlink', danger: true, disabledReason, onAction: () => void unlink(link) },
  ]
}
