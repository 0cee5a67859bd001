import type { OperationId } from '@granary/contract/contract.ts'
import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'

/** What the pickers of forms offer, by the call that lists it. */
const WORDS: Partial<Record<OperationId, string>> = {
  affinityGroupList: 'affinity groups',
  antiAffinityGroupList: 'anti-affinity groups',
  currentUserSshKeyList: 'SSH keys',
  diskList: 'disks',
  floatingIpList: 'floating IPs',
  groupList: 'groups',
  imageList: 'images',
  instanceList: 'instances',
  ipPoolList: 'IP pools',
  projectList: 'projects',
  snapshotList: 'snapshots',
  userList: 'users',
  vpcList: 'VPCs',
  vpcSubnetList: 'subnets',
}
const wordOf = ({ queryKey: [id, , all] }: Query) => (all === 'all' ? WORDS[id as OperationId] : undefined)

/** What one may not see, or what is not there, is not to be had by asking again. */
const isFinal = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.statusCode)
const isUnread = (query: Query): boolean =>
  query.isActive() &&
  wordOf(query) !== undefined &&
  query.state.status === 'error' &&
  query.state.data === undefined &&
  !isFinal(query.state.error)

/**
 * On top of a form whose pickers could not load what they offer: they would look as if there were nothing, or wait for ever. Asks
 * again for all of it at once.
 */
export function UnreadChoices({ className }: { className?: string }) {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const [retried, setRetried] = useState('')
  const unread = useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]),
    () => [...new Set(cache.findAll({ predicate: isUnread }).map(wordOf))].join(', '),
  )
  // It stays while they are asked for again, or its button would go from under the finger.
  const names = retried || unread
  if (!names) return null
  const retry = async () => {
    setRetried(unread)
    await client.refetchQueries({ predicate: isUnread })
    setRetried('')
  }
  return (
    <MessageBox variant="error" title="Not everything to choose from could be loaded" className={className}>
      <p>Missing: {names}.</p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        loading={retried !== ''}
        onPress={() => void retry()}
      >
        Try again
      </Button>
    </MessageBox>
  )
}
