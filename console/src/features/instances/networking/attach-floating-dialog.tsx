import type { ItemOf } from '@granary/contract/call.ts'
import { floatingIpAttach } from '@granary/contract/generated/client.ts'
import { useForm } from 'react-hook-form'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../../app/kit/forms/form-dialog.tsx'
import { useOperation } from '../../../api/operate.ts'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { useInstance } from '../use-instance.ts'
import { useSources } from './use-networking.ts'

type AttachFloatingDialogProps = { floatingIps: readonly ItemOf<'floatingIpList'>[]; onClose: () => void }

/** Attaches one of the project's free floating addresses to the instance of the page. */
export default function AttachFloatingDialog({ floatingIps, onClose }: AttachFloatingDialogProps) {
  const instance = useInstance()
  const attach = useOperation(floatingIpAttach, { waits: true })
  const pools = useSources().pools.data
  const form = useForm({ defaultValues: { floatingIp: null as string | null } })
  const poolName = (id: string) => pools?.find((pool) => pool.id === id)?.name
  return (
    <FormDialog
      form={form}
      title="Attach floating IP"
      disabledReason={form.watch('floatingIp') ? null : 'Select a floating IP'}
      onDismiss={onClose}
      onSubmit={async ({ floatingIp }) => {
        const attached = await attach({
          path: { floatingIp: floatingIp! },
          body: { kind: 'instance', parent: instance.id },
        })
        addToast({
          content: (
            <>
              IP <Highlight>{attached.name}</Highlight> attached
            </>
          ),
        })
        onClose()
      }}
    >
      <MessageBox>
        Instance <Highlight>{instance.name}</Highlight> will be reached at the address that you choose.
      </MessageBox>
      <Bound
        control={form.control}
        name="floatingIp"
        problem={(value) => (value ? null : 'Select a floating IP')}
      >
        {(field) => (
          <Listbox
            {...field}
            label="Floating IP"
            placeholder="Select a floating IP"
            required
            items={floatingIps.map((one) => ({
              value: one.id,
              label: one.name,
              description: [one.ip, poolName(one.ipPoolId), one.description].filter(Boolean).join(' / '),
            }))}
          />
        )}
      </Bound>
    </FormDialog>
  )
}
