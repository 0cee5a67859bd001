import { deviceAuthConfirm } from '@granary/contract/generated/client.ts'
import { formatDeviceCode } from '@granary/domain/device-codes.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type FormEvent, useId, useState } from 'react'
import { request } from '../../api/request.ts'
import { useCurrentUser } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { boxesOf, CodeBoxes } from './code-boxes.tsx'
import { refusal } from './refusal.ts'

const route = getRouteApi('/device/verify')

/** The page where a user confirms a device's code. The device may then act as this user. */
export function DeviceVerify() {
  const { user_code: given } = route.useSearch()
  const user = useCurrentUser()
  const navigate = useNavigate()
  const problemId = useId()
  const [letters, setLetters] = useState(() => boxesOf(given ?? ''))
  const [state, setState] = useState<'idle' | 'submitting' | 'success'>('idle')
  const [problem, setProblem] = useState<{ title: string; hint: string } | null>(null)
  const isComplete = letters.every((letter) => letter !== '')

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || state !== 'idle') return
    setProblem(null)
    setState('submitting')
    try {
      await request(deviceAuthConfirm, { body: { userCode: formatDeviceCode(letters.join('')) } })
      setState('success')
      await navigate({ to: '/device/success', replace: true })
    } catch (error) {
      setState('idle')
      setProblem(refusal(error))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void confirm(event)}>
      <h1 className="text-xl font-semibold">Device Authentication</h1>
      <p className="mt-1 mb-5 text-sm text-balance text-text-muted">
        {given ? 'Make sure this is the code your device shows.' : 'Enter the code your device shows.'}
      </p>
      <CodeBoxes
        value={letters}
        isInvalid={problem !== null}
        describedBy={problem ? problemId : undefined}
        isReadOnly={state !== 'idle'}
        onChange={(next) => {
          setLetters(next)
          setProblem(null)
        }}
      />
      <Button
        type="submit"
        className="mt-5 w-full"
        loading={state === 'submitting'}
        isDisabled={!isComplete || state === 'success'}
      >
        Log in on device
      </Button>
      <div id={problemId} role="alert" className="mt-3 mb-4 min-h-15 text-sm">
        {problem && (
          <>
            <p className="flex items-center justify-center gap-1.5 text-danger">
              <TriangleAlert className="size-4 shrink-0" aria-hidden />
              {problem.title}
            </p>
            <p className="mt-0.5 text-text-muted">{problem.hint}</p>
          </>
        )}
      </div>
      <p className="border-t border-border pt-4 text-sm text-balance text-text-muted">
        The device will act as <strong className="font-medium text-text">{user.displayName || 'you'}</strong>{' '}
        in silo <strong className="font-medium text-text">{user.siloName}</strong>. Only confirm a code that
        you requested yourself.
      </p>
    </form>
  )
}
