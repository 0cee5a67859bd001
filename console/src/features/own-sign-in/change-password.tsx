import { currentUserPasswordUpdate } from '@granary/contract/generated/client.ts'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { NEW_PASSWORD_HINT, PasswordField, problemOfNewPassword } from '../../kinds/user/password-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'

type Values = { currentPassword: string; newPassword: string }

/** Changes the password of the signed-in user. */
export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const update = useOperation(usePageExtensions().call(currentUserPasswordUpdate))
  const form = useForm<Values>({ defaultValues: { currentPassword: '', newPassword: '' } })
  return (
    <FormDialog
      form={form}
      title="Change password"
      onDismiss={onClose}
      onSubmit={async (body) => {
        await update({ body })
        addToast({ content: 'Password changed' })
        onClose()
      }}
    >
      <MessageBox>Your other sessions end, and your access tokens are deleted.</MessageBox>
      <Bound control={form.control} name="currentPassword" problem={required('Current password')}>
        {(field) => <PasswordField {...field} label="Current password" autoComplete="current-password" />}
      </Bound>
      <Bound
        control={form.control}
        name="newPassword"
        problem={(value) => problemOfNewPassword('New password', value)}
      >
        {(field) => (
          <PasswordField
            {...field}
            label="New password"
            hint={NEW_PASSWORD_HINT}
            autoComplete="new-password"
          />
        )}
      </Bound>
    </FormDialog>
  )
}
