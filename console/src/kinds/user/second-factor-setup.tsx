import type { CallOutput } from '@granary/contract/call.ts'
import { currentUserSecondFactorConfirm } from '@granary/contract/generated/client.ts'
import { Suspense } from 'react'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { useSubmit } from '../../app/kit/forms/submit.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ErrorBox } from '../../ui/overlay/side-panel.tsx'
import { PasswordField } from './password-field.tsx'

const QrCode = lazyPart(() => import('./qr-code.tsx'))

type SecondFactorSetupProps = {
  setup: CallOutput<'currentUserSecondFactorSetup'>
  /** Called with the recovery codes, which the server does not return again. */
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel?: () => void
}

/** Shows the secret of a new second factor, and confirms it with a code. */
export function SecondFactorSetup({ setup, onConfirmed, onCancel }: SecondFactorSetupProps) {
  const confirm = useOperation(usePageExtensions().call(currentUserSecondFactorConfirm))
  const form = useForm({ defaultValues: { code: '', password: '' } })
  const submit = useSubmit(form, async (body) => onConfirmed((await confirm({ body })).recoveryCodes))
  return (
    <form
      noValidate
      autoComplete="off"
      className="flex flex-col gap-4"
      onSubmit={(event) => void submit.onSubmit(event)}
    >
      {/* Not the field of the code: on a phone, the keyboard would cover the picture. */}
      <p ref={focusOnMount} tabIndex={-1} className="text-sm text-text-muted outline-none">
        Scan this code with an authenticator app, or type the secret into it. Then enter the code that the app
        shows. Your other sessions end.
      </p>
      <div className="min-h-44">
        <Suspense fallback={null}>
          <QrCode text={setup.uri} label="QR code of the secret" />
        </Suspense>
      </div>
      <TextField label="Secret" value={setup.secret} mono isReadOnly copyable />
      <ErrorBox errors={submit.errors} />
      <Bound control={form.control} name="code" problem={required('Code')}>
        {(field) => <TextField {...field} label="Code" autoComplete="one-time-code" mono required />}
      </Bound>
      <Bound control={form.control} name="password" problem={required('Your password')}>
        {(field) => <PasswordField {...field} label="Your password" autoComplete="current-password" />}
      </Bound>
      <div className="flex gap-2">
        <Button type="submit" size="sm" loading={submit.isSubmitting}>
          Confirm code
        </Button>
        {onCancel && (
          <Button variant="ghost" size="sm" onPress={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
