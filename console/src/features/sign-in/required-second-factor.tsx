import type { CallOutput } from '@granary/contract/call.ts'
import { currentUserSecondFactorSetup } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useOperation } from '../../api/operate.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { signOut } from '../../app/message-page.tsx'
import { pathTo } from '../../app/paths.ts'
import { useCurrentUser } from '../../app/session.ts'
import { RecoveryCodes } from '../../kinds/user/recovery-codes.tsx'
import { SecondFactorSetup } from '../../kinds/user/second-factor-setup.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/overlay/side-panel.tsx'
import { safeRedirect } from './safe-redirect.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SiloHeading } from './silo-heading.tsx'

const route = getRouteApi('/second-factor')

/** Sets up the second factor that the silo requires. The session can do nothing else before. */
export function RequiredSecondFactor() {
  const { redirect_uri: redirectUri } = route.useSearch()
  const { siloName } = useCurrentUser()
  const begin = useOperation(usePageExtensions().call(currentUserSecondFactorSetup))
  const [setup, setSetup] = useState<CallOutput<'currentUserSecondFactorSetup'> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async () => {
    setFailure(null)
    await begin({}).then(setSetup, (error: unknown) => setFailure(messageOf(error)))
  }
  // A full page load, so that nothing is left of answers that the server refused.
  const proceed = () => location.assign(safeRedirect(redirectUri) ?? pathTo('/projects'))
  return (
    <SignInLayout>
      <SiloHeading silo={siloName} />
      <h2 className="mb-2 text-lg font-semibold">Set up a second factor</h2>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={proceed} />
      ) : setup ? (
        <SecondFactorSetup setup={setup} onConfirmed={setCodes} />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-text-muted">
            Your silo requires a second factor: a code from an authenticator app, which you enter after your
            password. Set it up to continue.
          </p>
          <ErrorBox errors={failure === null ? [] : [failure]} />
          <Button className="w-full" onPress={() => void start()}>
            Set up second factor
          </Button>
          <Button className="w-full" variant="ghost" onPress={() => void signOut()}>
            Sign out
          </Button>
        </div>
      )}
    </SignInLayout>
  )
}
