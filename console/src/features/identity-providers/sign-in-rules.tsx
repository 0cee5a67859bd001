import type { Extensions } from '@granary/contract/call.ts'
import { samlIdentityProviderUpdate } from '@granary/contract/generated/client.ts'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Provider } from './actions.tsx'
import { MissingGroupsField, type SignInValues, UserIdField } from './sign-in-fields.tsx'

type SignInRulesProps = { extensions: Extensions; provider: Provider; onClose: () => void }

/** Changes whom a provider's answers sign in, and what happens if one lacks the user's groups. */
export default function SignInRules({ extensions, provider, onClose }: SignInRulesProps) {
  const { silo } = useSilo()
  const update = useOperation(extensions.call(samlIdentityProviderUpdate), { waits: true })
  const form = useForm<SignInValues>({
    defaultValues: {
      missingGroups: provider.missingGroups ?? 'keep',
      userIdAttribute: provider.userIdAttribute ?? '',
    },
  })
  return (
    <FormDialog
      form={form}
      title="Change users and groups"
      onDismiss={onClose}
      onSubmit={async ({ missingGroups, userIdAttribute }) => {
        await update({
          path: { provider: provider.name },
          query: { silo: silo.name },
          body: { missingGroups, userIdAttribute: userIdAttribute.trim() || null },
        })
        addToast({
          content: (
            <>
              IdP <Highlight>{provider.name}</Highlight> changed
            </>
          ),
        })
        onClose()
      }}
    >
      <MissingGroupsField control={form.control} />
      <UserIdField control={form.control} />
    </FormDialog>
  )
}
