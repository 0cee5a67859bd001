import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isUntouched, offerDefault } from '../../../app/kit/offer-default.ts'
import type { InstanceValues } from './values.ts'

/**
 * Selects all keys of the user at first, and later deselects those that were deleted elsewhere: they have no checkbox any more,
 * and the server refuses them.
 * @param keys undefined while they load.
 */
export function useListedKeys(
  form: UseFormReturn<InstanceValues>,
  keys: readonly { id: string }[] | undefined,
): void {
  const listed = useRef<readonly string[]>(null)
  useEffect(() => {
    if (!keys) return
    const ids = keys.map(({ id }) => id)
    const before = listed.current
    listed.current = ids
    if (!before) offerDefault(form, 'sshKeys', ids)
    const selected = form.getValues('sshKeys')
    // A key that was just added may not be listed yet. A draft may have keys from before the reload.
    const left = selected.filter((id) => ids.includes(id) || (before && !before.includes(id)))
    if (left.length === selected.length) return
    if (isUntouched(form, 'sshKeys')) offerDefault(form, 'sshKeys', left)
    else form.setValue('sshKeys', left, { shouldDirty: true })
  }, [keys, form])
}
