import { messageOf } from '../../api/errors.ts'
import { useOperation } from '../../api/operate.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import type { PoolKind } from './pool-kinds.ts'

type Wanted = {
  pool: string
  silo: string
  isDefault: boolean
  /** Whether the silo has another default of this family and type. */
  replaces: boolean
}

/**
 * Returns a function that links a pool to a silo. The server refuses a second default, so replacing one takes two
 * requests: the link stays if the second fails, and a toast names the error.
 */
export function useLink(kind: PoolKind, failedTitle: string) {
  const link = useOperation(kind.link, { waits: true })
  const update = useOperation(kind.updateLink, { waits: true })
  return async ({ pool, silo, isDefault, replaces }: Wanted): Promise<void> => {
    await link({ path: { pool }, body: { silo, isDefault: isDefault && !replaces } })
    if (!isDefault || !replaces) return
    try {
      await update({ path: { pool, silo }, body: { isDefault } })
    } catch (error) {
      addToast({
        variant: 'error',
        title: failedTitle,
        content: `${messageOf(error)}. Use the menu of its row to make it the default.`,
      })
    }
  }
}
