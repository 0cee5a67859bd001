import { deviceAuthConfirm, deviceAuthInspect } from '@granary/contract/generated/client.ts'
import { formatDeviceCode } from '@granary/domain/device-codes.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type FormEvent, useId, useState } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { useCurrentUser } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { boxesOf, CodeBoxes } from './code-boxes.tsx'
import { DeviceFacts } from './device-facts.tsx'
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
  const userCode = formatDeviceCode(letters.join(''))
  const extensions = useExtensions()
  const described = useQuery({
    ...optionalQuery(isComplete ? extensions : null, deviceAuthInspect, { body: { userCode } }),
    // Each question counts as a guess of a code.
    staleTime: Infinity,
    enabled: isComplete && state === 'idle',
  })
  // Not while the code is sent: its boxes take no letter then, and a user who reads the problem begins to correct it.
  const foundWrong = isComplete && state === 'idle' && described.error !== null
  const shown = problem ?? (foundWrong ? refusal(described.error) : null)

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || state !== 'idle') return
    if (described.error) return setProblem(refusal(described.error))
    setProblem(null)
    setState('submitting')
    try {
      await request(deviceAuthConfirm, { body: { userCode } })
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
        isInvalid={shown !== null}
        describedBy={shown ? problemId : undefined}
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
      {isComplete && described.data && <DeviceFacts device={described.data} />}
      <div id={problemId} role="alert" className="mt-3 mb-4 min-h-15 text-sm">
        {shown && (
          <>
            <p className="flex items-center justify-center gap-1.5 text-danger">
              <TriangleAlert className="size-4 shrink-0" aria-hidden />
              {shown.title}
            </p>
            <p className="mt-0.5 text-text-muted">{shown.hint}</p>
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
