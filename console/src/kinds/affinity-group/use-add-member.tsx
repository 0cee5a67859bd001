import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Group, GroupKind } from './kinds.ts'

type Instance = { id: string; name: string }

/** Adds an instance to a group, from the page of either. A toast reports a failure. @param onAdded called on success. */
export function useAddMember(kind: GroupKind, onAdded: () => void) {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const send = (group: Group, instance: Instance) => kind.addMember(queryClient, group.id, instance.id)
  const add = async (group: Group, instance: Instance) => {
    setPending(true)
    try {
      await send(group, instance)
      addToast({
        content: (
          <>
            Instance <Highlight>{instance.name}</Highlight> added to {kind.noun}{' '}
            <Highlight>{group.name}</Highlight>
          </>
        ),
      })
      onAdded()
    } catch (error) {
      addToast({ variant: 'error', title: 'Failed to add instance to group', content: messageOf(error) })
      setPending(false)
    }
  }
  return { add, send, pending }
}
