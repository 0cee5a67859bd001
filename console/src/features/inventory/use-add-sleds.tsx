import { rackMembershipAbort, rackMembershipAddSleds } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { type Membership, namesOf, type SpareSled } from './membership.ts'

/** Returns a function that says what happens, and then adds sleds to the rack that they are in. */
export function useAddSleds() {
  const add = useOperation(rackMembershipAddSleds, { waits: true })
  return (rackId: string, sleds: readonly SpareSled[]): void => {
    const isOne = sleds.length === 1
    const what = isOne ? 'sled' : `${sleds.length} sleds`
    void confirm({
      title: isOne ? 'Add sled to rack' : 'Add sleds to rack',
      errorTitle: `Could not add the ${isOne ? 'sled' : 'sleds'} to the rack`,
      body: (
        <>
          <p>
            Add {what} <Highlight>{namesOf(sleds.map(({ baseboard }) => baseboard.serial))}</Highlight> to the
            rack?
          </p>
          <ol className="mt-2 list-decimal pl-5">
            <li>The system asks each new sled whether it is ready. Until all are, you can abort.</li>
            <li>
              Then the new members are committed, and {isOne ? 'the sled runs' : 'the sleds run'} instances.
              This can’t be undone here.
            </li>
          </ol>
          <p className="mt-2 text-text-muted">
            It begins within half a minute. Meanwhile no other sled can be added to the rack.
          </p>
        </>
      ),
      action: async () => {
        const sledIds = sleds.map(({ baseboard: { part, serial } }) => ({
          partNumber: part,
          serialNumber: serial,
        }))
        await add({ path: { rackId }, body: { sledIds } })
        addToast({ content: isOne ? 'Sled is being added to the rack' : 'Sleds are being added to the rack' })
      },
    })
  }
}

/** Returns a function that asks, and then aborts the change of the members of a rack. */
export function useAbortChange() {
  const abort = useOperation(rackMembershipAbort, { waits: true })
  return ({ rackId, unacknowledgedMembers }: Membership): void =>
    void confirm({
      title: 'Abort change',
      variant: 'danger',
      errorTitle: 'Could not abort the change',
      body: (
        <>
          Stop adding sleds to the rack? No sled of this change is added, also not those that are ready. The
          system no longer waits for{' '}
          <Highlight>{namesOf(unacknowledgedMembers.map(({ serialNumber }) => serialNumber))}</Highlight>.
        </>
      ),
      action: async () => {
        await abort({ path: { rackId } })
        addToast({ content: 'Change of the rack aborted' })
      },
    })
}
