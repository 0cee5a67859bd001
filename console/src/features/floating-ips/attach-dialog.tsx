import { floatingIpAttach, instanceList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/field-problems.ts'
import { FormDialog } from '../../app/kit/form-dialog.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { FloatingIp } from './floating-ip-list.tsx'

const FIELDS = { parent: 'instance' } as const satisfies FieldsOfBody<
  'floatingIpAttach',
  { instance: string | null }
>

type AttachDialogProps = { project: string; floatingIp: FloatingIp; onClose: () => void }

/** Attaches a floating IP to an instance of the project. */
export default function AttachDialog({ project, floatingIp, onClose }: AttachDialogProps) {
  const attach = useOperation(floatingIpAttach, { waits: true })
  const instances = useQuery({ ...allQuery(instanceList, { query: { project } }), throwOnError: false })
  const form = useForm({ defaultValues: { instance: null as string | null } })
  return (
    <FormDialog
      form={form}
      title="Attach floating IP"
      submitLabel="Attach"
      fields={FIELDS}
      onDismiss={onClose}
      onSubmit={async ({ instance }) => {
        await attach({
          path: { floatingIp: floatingIp.id },
          body: { kind: 'instance', parent: instance! },
        })
        toastChanged('Floating IP', floatingIp.name, 'attached')
        onClose()
      }}
    >
      <MessageBox>
        The instance that you select will be reachable at <Highlight>{floatingIp.ip}</Highlight>.
      </MessageBox>
      <Bound control={form.control} name="instance" problem={required('Instance')}>
        {(field) => (
          <Listbox
            {...field}
            label="Instance"
            placeholder="Select an instance"
            noItems="No instances found"
            isLoading={instances.isLoading}
            required
            items={(instances.data ?? []).map(({ id, name, description }) => ({
              value: id,
              label: name,
              description,
            }))}
          />
        )}
      </Bound>
    </FormDialog>
  )
}
