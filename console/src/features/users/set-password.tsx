import { localIdpUserSetPassword } from '@granary/contract/generated/client.ts'
import { useForm } from 'react-hook-form'
import { request } from '../../api/request.ts'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { newPassword, passwordBody, PasswordFields, type PasswordValues } from './password-fields.tsx'
import type { User } from './user.ts'

type SetPasswordProps = { user: User; silo: string; onClose: () => void }

const FIELDS = { value: 'password' } as const satisfies FieldsOfBody<
  'localIdpUserSetPassword',
  PasswordValues
>

/** Sets or removes the password of a user. */
export default function SetPassword({ user, silo, onClose }: SetPasswordProps) {
  const form = useForm({ defaultValues: newPassword })
  return (
    <FormDialog
      form={form}
      title="Set password"
      fields={FIELDS}
      onDismiss={onClose}
      onSubmit={async (values) => {
        await request(localIdpUserSetPassword, {
          path: { userId: user.id },
          query: { silo },
          body: passwordBody(values),
        })
        addToast({
          content: (
            <>
              Password of <Highlight>{user.displayName}</Highlight> set
            </>
          ),
        })
        onClose()
      }}
    >
      <MessageBox>
        The current sessions of <strong>{user.displayName}</strong> end, and their access tokens are deleted.
      </MessageBox>
      <PasswordFields control={form.control} />
    </FormDialog>
  )
}
