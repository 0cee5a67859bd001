import { antiAffinityGroupCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { request } from '../../api/request.ts'
import { Bound } from '../../app/kit/bound.tsx'
import { FormPanel } from '../../app/kit/form-panel.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { refreshGroups, type Group } from './use-group.ts'

const POLICIES = [
  { value: 'allow' as const, label: 'Allow', description: 'It starts all the same, beside another member.' },
  {
    value: 'fail' as const,
    label: 'Fail',
    description: 'It does not start until a sled without one has room.',
  },
]

/** The panel that makes an anti-affinity group. */
export function GroupCreate() {
  const { project } = useParams({ strict: false }) as { project: string }
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm({ defaultValues: { name: '', description: '', policy: 'allow' as Group['policy'] } })
  return (
    <FormPanel
      keepsDraft
      form={form}
      title="Add anti-affinity group"
      submitLabel="Add group"
      onDismiss={() => void navigate({ to: '/projects/$project/affinity', params: { project } })}
      onSubmit={async (values) => {
        const group = await request(antiAffinityGroupCreate, {
          query: { project },
          body: { ...values, failureDomain: 'sled' },
        })
        void refreshGroups(queryClient)
        addToast({
          content: (
            <>
              Anti-affinity group <Highlight>{group.name}</Highlight> created
            </>
          ),
        })
        await navigate({
          to: '/projects/$project/affinity/$antiAffinityGroup',
          params: { project, antiAffinityGroup: group.name },
        })
      }}
    >
      <p className="text-sm text-text-muted">
        Members are kept on different sleds. A sled is the failure domain: the machine that is lost at once
        when something breaks.
      </p>
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <Bound control={form.control} name="policy">
        {(field) => (
          <RadioGroup
            {...field}
            label="Policy"
            hint="What happens when a member starts and every sled with room already holds another one. It cannot be changed later."
            items={POLICIES}
          />
        )}
      </Bound>
    </FormPanel>
  )
}
