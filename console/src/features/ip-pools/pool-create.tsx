import { systemIpPoolCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { Bound } from '../../app/kit/bound.tsx'
import { FormPanel } from '../../app/kit/form-panel.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Pool } from './pool-query.ts'

const VERSIONS = [
  { value: 'v4' as const, label: 'v4' },
  { value: 'v6' as const, label: 'v6' },
]

/** The panel that creates a pool. Ranges and silos are added on its page. */
export function PoolCreate() {
  const navigate = useNavigate()
  const createPool = useOperation(systemIpPoolCreate)
  const form = useForm({
    defaultValues: { name: '', description: '', ipVersion: 'v4' as Pool['ipVersion'] },
  })
  return (
    <FormPanel
      form={form}
      title="Create IP pool"
      keepsDraft
      onDismiss={() => void navigate({ to: '/system/networking/ip-pools' })}
      onSubmit={async (values) => {
        const pool = await createPool({ body: { ...values, poolType: 'unicast' } })
        addToast({
          content: (
            <>
              IP pool <Highlight>{pool.name}</Highlight> created
            </>
          ),
        })
        await navigate({ to: '/system/networking/ip-pools', replace: true })
      }}
    >
      <MessageBox>Users of linked silos see the name and the description.</MessageBox>
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <Bound control={form.control} name="ipVersion">
        {(field) => (
          <RadioGroup
            {...field}
            label="IP version"
            hint="You can't change the version later."
            orientation="horizontal"
            items={VERSIONS}
          />
        )}
      </Bound>
    </FormPanel>
  )
}
