import { useOperation } from '../../api/operate.ts'
import { useMay } from '../../app/permissions.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { adminsOnly, type PoolKind } from './pool-kinds.ts'

type Named = { id: string; name: string }

/** Returns the menu entries of a pool. @param onDone navigates away from the deleted pool's own page. */
export function usePoolEntries(kind: PoolKind, onDone?: () => Promise<unknown>) {
  const deletePool = useOperation(kind.remove, { waits: !onDone })
  const note = `It is unlinked from all silos, whose users can no longer choose it. A pool with ${kind.parts} is kept.`
  const mayChange = useMay().fleet('modify')
  const remove = async ({ id, name }: Named) => {
    await deletePool({ path: { pool: id } })
    addToast({
      content: (
        <>
          {kind.deleted} <Highlight>{name}</Highlight> deleted
        </>
      ),
    })
    await onDone?.()
  }
  return (pool: Named, keptReason?: string | false): MenuAction[] => [
    {
      label: 'Edit',
      href: kind.editPath(pool.name),
      disabledReason: !mayChange && adminsOnly(kind),
    },
    {
      label: 'Delete',
      danger: true,
      disabledReason: mayChange ? keptReason : adminsOnly(kind),
      onAction: () => void confirmDelete(kind.noun, pool.name, () => remove(pool), note),
    },
  ]
}
