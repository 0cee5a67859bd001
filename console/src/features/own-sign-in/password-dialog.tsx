import { useForm } from 'react-hook-form'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { PasswordField } from '../../kinds/user/password-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'

type PasswordDialogProps = {
  title: string
  submitLabel?: string
  message: string
  onSubmit: (body: { password: string }) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password of the signed-in user before a change of how they sign in. */
export default function PasswordDialog({
  title,
  submitLabel,
  message,
  onSubmit,
  onClose,
}: PasswordDialogProps) {
  const form = useForm({ defaultValues: { password: '' } })
  return (
    <FormDialog
      form={form}
      title={title}
      {...(submitLabel && { submitLabel })}
      onDismiss={onClose}
      onSubmit={async (body) => {
        await onSubmit(body)
        onClose()
      }}
    >
      <MessageBox>{message}</MessageBox>
      <Bound control={form.control} name="password" problem={required('Your password')}>
        {(field) => <PasswordField {...field} label="Your password" autoComplete="current-password" />}
      </Bound>
    </FormDialog>
  )
}
