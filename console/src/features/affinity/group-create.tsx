import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { DOCS } from '../../app/docs.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useProject } from '../../app/route-params.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { type Group, KINDS, type KindName } from '../../kinds/affinity-group/kinds.ts'
import { POLICY_HINTS } from '../../kinds/affinity-group/policy.tsx'
import { TagsField } from '../../kinds/tags/tags-field.tsx'
import { newTags } from '../../kinds/tags/tag-text.ts'

const route = getRouteApi('/authenticated/projects/$project/affinity-list/affinity-new')

const TYPES = [
  {
    value: 'anti-affinity' as const,
    label: 'Anti-affinity',
    description: 'Members run on different sleds, so that a broken sled stops at most one of them.',
  },
  {
    value: 'affinity' as const,
    label: 'Affinity',
    description: 'Members run on the same sled, for low latency.',
  },
]
const policies = (kind: KindName) => [
  {
    value: 'allow' as const,
    label: 'Allow',
    description:
      kind === 'affinity'
        ? 'The instance starts on another sled.'
        : 'The instance starts on the same sled as another member.',
  },
  {
    value: 'fail' as const,
    label: 'Fail',
    description:
      kind === 'affinity'
        ? "The instance does not start until the other members' sled has room."
        : 'The instance does not start until a sled without a member has room.',
  },
]

/** The panel that creates a group of either kind. */
export function GroupCreate() {
  const project = useProject()
  const { kind: requested } = route.useSearch()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm({
    defaultValues: {
      kind: requested ?? ('anti-affinity' as KindName),
      name: '',
      description: '',
      tags: '',
      policy: 'allow' as Group['policy'],
    },
  })
  const kind = KINDS[form.watch('kind')]
  return (
    <FormPanel
      form={form}
      title={`Add ${kind.noun}`}
      submitLabel="Add group"
      onDismiss={() => void navigate({ to: '/projects/$project/affinity', params: { project } })}
      onSubmit={async ({ name, description, tags, policy }) => {
        const body = { name, description, tags: newTags(tags), policy, failureDomain: 'sled' as const }
        const group = await kind.create(queryClient, project, body)
        addToast({
          content: (
            <>
              {kind.title} <Highlight>{group.name}</Highlight> created
            </>
          ),
        })
        await navigate({ href: kind.href(project, group.name) })
      }}
    >
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <TagsField control={form.control} />
      <Bound control={form.control} name="kind">
        {(field) => (
          <RadioGroup
            {...field}
            label="Type"
            hint="The failure domain is a sled: one physical machine."
            items={TYPES}
          />
        )}
      </Bound>
      <Bound control={form.control} name="policy">
        {(field) => (
          <RadioGroup
            {...field}
            label="Policy"
            hint={`${POLICY_HINTS[kind.name]} You can't change the policy later.`}
            items={policies(kind.name)}
          />
        )}
      </Bound>
      <RelevantDocs links={[{ text: 'Affinity groups', href: DOCS.affinity }]} />
    </FormPanel>
  )
}
