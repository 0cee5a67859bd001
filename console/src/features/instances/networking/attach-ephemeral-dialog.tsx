import type { ItemOf } from '@granary/contract/call.ts'
import { instanceEphemeralIpAttach } from '@granary/contract/generated/client.ts'
import { useForm } from 'react-hook-form'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../../app/kit/forms/field-problems.ts'
import { FormDialog } from '../../../app/kit/forms/form-dialog.tsx'
import { useOperation } from '../../../api/operate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { useInstance } from '../use-instance.ts'
import { compatibleVersions, ephemeralPools, openVersions } from './stacks.ts'
import { useNetworking } from './use-networking.ts'

const FIELDS = { poolSelector: 'pool' } as const satisfies FieldsOfBody<
  'instanceEphemeralIpAttach',
  { pool: string | null }
>

type AttachEphemeralDialogProps = { pools: readonly ItemOf<'ipPoolList'>[]; onClose: () => void }

/** Chooses the pool of a new ephemeral address. */
export default function AttachEphemeralDialog({ pools, onClose }: AttachEphemeralDialogProps) {
  const instance = useInstance()
  const { ips, nics } = useNetworking()
  const attach = useOperation(instanceEphemeralIpAttach, { waits: true })
  const open = openVersions(nics, ips)
  const offered = ephemeralPools(pools, open)
  const defaults = offered.filter((pool) => pool.isDefault)
  const form = useForm({
    defaultValues: { pool: defaults.length === 1 ? defaults[0]!.id : (null as string | null) },
  })
  const reason =
    offered.length === 0
      ? 'No unicast pool has an IP version that the instance supports'
      : form.watch('pool')
        ? null
        : 'Select a pool'
  const versions = [...new Set(offered.map((pool) => pool.ipVersion))]
  const [only] = versions
  const info =
    versions.length > 1
      ? 'The address has the IP version of the pool: v4 or v6.'
      : open.length > 1
        ? `Only ${only} pools are shown: there is no pool of the other version.`
        : compatibleVersions(nics).length > 1
          ? `Only ${only} pools are shown: an ephemeral IP of the other version is attached already.`
          : `Only ${only} pools are shown: the primary network interface has only this version.`
  return (
    <FormDialog
      form={form}
      title="Attach ephemeral IP"
      fields={FIELDS}
      submitLabel="Attach"
      disabledReason={reason}
      onDismiss={onClose}
      onSubmit={async ({ pool }) => {
        const { ip } = await attach({
          path: { instance: instance.id },
          body: { poolSelector: { type: 'explicit', pool: pool! } },
        })
        addToast({
          content: (
            <>
              IP <Highlight>{ip}</Highlight> attached
            </>
          ),
        })
        onClose()
      }}
    >
      <MessageBox>{info}</MessageBox>
      <Bound control={form.control} name="pool" problem={(pool) => (pool ? null : 'Select a pool')}>
        {(field) => (
          <Listbox
            {...field}
            label="Pool"
            placeholder="Select a pool"
            noItems="No pools available"
            required
            items={offered.map((pool) => ({
              value: pool.id,
              label: pool.name,
              description: pool.description,
              badge: (
                <>
                  <Badge color="neutral">{pool.ipVersion}</Badge>
                  {pool.isDefault && <Badge>default</Badge>}
                </>
              ),
            }))}
          />
        )}
      </Bound>
    </FormDialog>
  )
}
