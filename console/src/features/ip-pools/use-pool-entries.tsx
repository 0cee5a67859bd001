import { systemIpPoolDelete } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { pathTo } from '../../app/paths.ts'
import { useMay } from '../../app/permissions.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { ADMINS_ONLY } from './pool-query.ts'

type Named = { id: string; name: string }

const NOTE = 'It is unlinked from all silos, whose users can no longer choose it. A pool with ranges is kept.'

/** Returns the menu entries of a pool. @param onDone navigates away from the deleted pool's own page. */
export function usePoolEntries(onDone?: () => Promise<unknown>) {
  const deletePool = useOperation(systemIpPoolDelete, { waits: !onDone })
  const mayChange = useMay().fleet('modify')
  const remove = async ({ id, name }: Named) => {
    await deletePool({ path: { pool: id } })
    addToast({
      content: (
        <>
          Pool <Highlight>{name}</Highlight> deleted
        </>
      ),
    })
    await onDone?.()
  }
  return (pool: Named, keptReason?: string | false): MenuAction[] => [
    {
      label: 'Edit',
      href: pathTo('/system/networking/ip-pools/$pool/edit', { pool: pool.name }),
      disabledReason: !mayChange && ADMINS_ONLY,
    },
    {
      label: 'Delete',
      danger: true,
      disabledReason: mayChange ? keptReason : ADMINS_ONLY,
      onAction: () => void confirmDelete('IP pool', pool.name, () => remove(pool), NOTE),
    },
  ]
}
