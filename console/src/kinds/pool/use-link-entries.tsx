import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/errors.ts'
import { allQuery } from '../../api/queries.ts'
import { useOperation } from '../../api/operate.ts'
import { useMay } from '../../app/permissions.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { adminsOnly, defaultLike, familyOf, type PoolFamily, type PoolKind } from './pool-kinds.ts'

type Named = { id: string; name: string }
type Link = { pool: Named & PoolFamily; silo: Named; isDefault: boolean }

/**
 * Returns the menu entries of a link between a pool and a silo.
 * @param listed which of the two the list shows, and the user so unlinks.
 */
export function useLinkEntries(kind: PoolKind, listed: 'pool' | 'silo') {
  const client = useQueryClient()
  const update = useOperation(kind.updateLink, { waits: true })
  const unlinkPool = useOperation(kind.unlink, { waits: true })
  const mayChange = useMay().fleet('modify')
  const disabledReason = !mayChange && adminsOnly(kind)
  const pathOf = ({ pool, silo }: Link) => ({ pool: pool.id, silo: silo.id })
  const setDefault = (link: Link, isDefault: boolean) => update({ path: pathOf(link), body: { isDefault } })

  const makeDefault = async (link: Link) => {
    const { pool, silo } = link
    const all = allQuery(kind.ofSilo, { path: { silo: silo.id } })
    const pools = await client.fetchQuery({ ...all, staleTime: 0 }).catch((error: Error) => error)
    const former = pools instanceof Error ? undefined : defaultLike(pools, pool)
    await confirm({
      title: former ? 'Change default' : 'Make default',
      errorTitle: former ? 'Could not change default' : 'Could not make default',
      body: former ? (
        <>
          Change the default {familyOf(pool)} pool of <Highlight>{silo.name}</Highlight> from{' '}
          <Highlight>{former.name}</Highlight> to <Highlight>{pool.name}</Highlight>? New {kind.taken} come
          from it when users name no pool. Allocated ones stay as they are.
        </>
      ) : (
        <>
          Make <Highlight>{pool.name}</Highlight> the default {familyOf(pool)} pool of{' '}
          <Highlight>{silo.name}</Highlight>? New {kind.taken} come from it when users name no pool.
          {pools instanceof Error && (
            <>
              {' '}
              It replaces the current default, if there is one: the pools of the silo could not be loaded (
              {messageOf(pools)}).
            </>
          )}
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
          <Highlight>{link.silo.name}</Highlight> will have no default {familyOf(link.pool)} pool.{' '}
          {kind.noDefaultNote}
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
          Users of <Highlight>{link.silo.name}</Highlight> can no longer take {kind.taken} from{' '}
          <Highlight>{link.pool.name}</Highlight>
          {kind.unlinkNote}. This fails while any of its {kind.taken} are in use there.
        </>
      ),
      action: async () => {
        await unlinkPool({ path: pathOf(link) })
        if (listed === 'pool') addToast({ content: `${kind.title} unlinked` })
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
