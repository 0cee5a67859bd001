import type { ItemOf } from '@granary/contract/call.ts'
import { externalSubnetAttach } from '@granary/contract/generated/client.ts'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../../api/operate.ts'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../../app/kit/forms/form-dialog.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { useInstance } from '../use-instance.ts'

type AttachSubnetDialogProps = { subnets: readonly ItemOf<'externalSubnetList'>[]; onClose: () => void }

/** Attaches one of the project's free external subnets to the instance of the page. */
export default function AttachSubnetDialog({ subnets, onClose }: AttachSubnetDialogProps) {
  const instance = useInstance()
  const attach = useOperation(externalSubnetAttach, { waits: true })
  const form = useForm({ defaultValues: { subnet: null as string | null } })
  return (
    <FormDialog
      form={form}
      title="Attach external subnet"
      submitLabel="Attach"
      onDismiss={onClose}
      onSubmit={async ({ subnet }) => {
        const attached = await attach({
          path: { externalSubnet: subnet! },
          body: { instance: instance.id },
        })
        toastChanged('External subnet', attached.name, 'attached')
        onClose()
      }}
    >
      <Bound control={form.control} name="subnet" problem={required('External subnet')}>
        {(field) => (
          <Listbox
            {...field}
            label="External subnet"
            placeholder="Select an external subnet"
            required
            items={subnets.map(({ id, name, subnet }) => ({ value: id, label: `${name} (${subnet})` }))}
          />
        )}
      </Bound>
    </FormDialog>
  )
}
