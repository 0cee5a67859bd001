import { localIdpUserCreate, siloPolicyUpdate, siloPolicyView } from '@granary/contract/generated/client.ts'
import { nameProblem } from '@granary/domain/names.ts'
import type { SiloRole } from '@granary/domain/roles.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Control, useForm } from 'react-hook-form'
import { messageOf } from '../../api/errors.ts'
import { request } from '../../api/request.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { operate, useOperation } from '../../api/operate.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { NameField } from '../../ui/fields/text-field.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { ROLE_OPTIONS } from '../../kinds/role/roles.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { useCreateRefusal } from './use-create-refusal.ts'
import { newPassword, passwordBody, PasswordFields, type PasswordValues } from './password-fields.tsx'

type Values = PasswordValues & { name: string; role: string }

const ROLES = [
  { value: 'none', label: 'No role', description: "The user can't see any projects until they have a role" },
  ...ROLE_OPTIONS.silo,
]

const FIELDS = {
  externalId: 'name',
  'password.mode': 'mode',
  'password.value': 'password',
} as const satisfies FieldsOfBody<'localIdpUserCreate', Values>

/** The panel that creates a local user in the silo. */
export function UserCreate() {
  const { silo, at } = useSilo()
  const navigate = useNavigate()
  const refusal = useCreateRefusal()
  const queryClient = useQueryClient()
  const createUser = useOperation(localIdpUserCreate)
  const form = useForm<Values>({ defaultValues: { name: '', ...newPassword, role: 'none' } })
  const toTab = () => navigate({ href: at('users') })
  return (
    <FormPanel
      form={form}
      title="Create user"
      refusal={refusal}
      fields={FIELDS}
      onDismiss={() => void toTab()}
      onSubmit={async (values) => {
        const body = { externalId: values.name, password: passwordBody(values) }
        const user = await createUser({ query: { silo: silo.name }, body })
        addToast({
          content: (
            <>
              User <Highlight>{user.displayName}</Highlight> created
            </>
          ),
        })
        if (values.role !== 'none')
          await giveRole(queryClient, silo.name, user.id, values.role as SiloRole).catch(roleNotGiven)
        await toTab()
      }}
    >
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value, 'User name')}>
        {(field) => (
          <NameField {...field} suggests={false} label="User name" hint="What the user signs in with" />
        )}
      </Bound>
      {/* The fields use only their own part of the form. */}
      <PasswordFields control={form.control as unknown as Control<PasswordValues>} />
      <Bound control={form.control} name="role">
        {(field) => <RadioGroup {...field} label="Silo role" items={ROLES} />}
      </Bound>
    </FormPanel>
  )
}

/** Adds a role to the policy, which the API replaces as a whole. */
async function giveRole(
  queryClient: QueryClient,
  silo: string,
  identityId: string,
  roleName: SiloRole,
): Promise<void> {
  const { roleAssignments } = await request(siloPolicyView, { path: { silo } })
  await operate(queryClient, siloPolicyUpdate, {
    path: { silo },
    body: { roleAssignments: [...roleAssignments, { identityId, identityType: 'silo_user', roleName }] },
  })
}

/** Reports that the user was created, but without the role. */
const roleNotGiven = (error: unknown): void => {
  addToast({ variant: 'error', title: 'User created, but without the role', content: messageOf(error) })
}
