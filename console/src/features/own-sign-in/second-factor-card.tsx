import type { CallOutput } from '@granary/contract/call.ts'
import {
  currentUserSecondFactorRecovery,
  currentUserSecondFactorRemove,
  currentUserSecondFactorSetup,
} from '@granary/contract/generated/client.ts'
import { Suspense, useState } from 'react'
import { useOperation } from '../../api/operate.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { RecoveryCodes } from '../../kinds/user/recovery-codes.tsx'
import { SecondFactorSetup } from '../../kinds/user/second-factor-setup.tsx'
import { messageOf } from '../../api/errors.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card } from '../../ui/page/card.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'))

type SignIn = CallOutput<'currentUserSignInView'>
const ABOUT = 'A code from an authenticator app, which you enter after your password.'

/** The second factor of the signed-in user: sets it up, replaces its recovery codes, removes it. */
export function SecondFactorCard({ signIn: { secondFactor, secondFactorRequired } }: { signIn: SignIn }) {
  const extensions = usePageExtensions()
  const begin = useOperation(extensions.call(currentUserSecondFactorSetup))
  const renew = useOperation(extensions.call(currentUserSecondFactorRecovery))
  const remove = useOperation(extensions.call(currentUserSecondFactorRemove))
  const [setup, setSetup] = useState<CallOutput<'currentUserSecondFactorSetup'> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [asking, setAsking] = useState<Question | null>(null)
  const close = () => setAsking(null)
  /** Whether the buttons or the facts come back, with the focus of what replaced them. */
  const [returns, setReturns] = useState(false)
  const focusAgain = returns ? focusOnMount : undefined
  const start = async () => {
    try {
      setSetup(await begin({}))
      setReturns(true)
    } catch (error) {
      addToast({ variant: 'error', title: 'Could not begin', content: messageOf(error) })
    }
  }
  const offersSetup = !secondFactor && !setup && !codes
  return (
    <Card
      title="Second factor"
      description={ABOUT}
      actions={
        offersSetup ? (
          <Button ref={focusAgain} size="sm" variant="secondary" onPress={() => void start()}>
            Set up second factor
          </Button>
        ) : (
          secondFactor && <FactorActions isRequired={secondFactorRequired} onAsk={setAsking} />
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : secondFactor ? (
        <div ref={focusAgain} tabIndex={-1} className="outline-none">
          <FactorFacts factor={secondFactor} />
        </div>
      ) : (
        setup && (
          <SecondFactorSetup
            setup={setup}
            onCancel={() => setSetup(null)}
            onConfirmed={(recoveryCodes) => {
              setCodes(recoveryCodes)
              setSetup(null)
            }}
          />
        )
      )}
      <Suspense fallback={null}>
        {asking === 'renew' && (
          <PasswordDialog
            title="New recovery codes"
            submitLabel="Replace recovery codes"
            message="Your old recovery codes no longer work."
            onClose={close}
            onSubmit={async (body) => {
              setCodes((await renew({ body })).recoveryCodes)
              setReturns(true)
            }}
          />
        )}
        {asking === 'remove' && (
          <PasswordDialog
            title="Remove second factor"
            message="You then sign in with your password alone."
            onClose={close}
            onSubmit={async (body) => {
              await remove({ body })
              addToast({ content: 'Second factor removed' })
            }}
          />
        )}
      </Suspense>
    </Card>
  )
}

type Question = 'renew' | 'remove'

function FactorActions({ isRequired, onAsk }: { isRequired: boolean; onAsk: (question: Question) => void }) {
  return (
    <>
      <Button size="sm" variant="secondary" onPress={() => onAsk('renew')}>
        New recovery codes
      </Button>
      <Button
        size="sm"
        variant="secondary"
        disabledReason={isRequired && 'Your silo requires a second factor'}
        onPress={() => onAsk('remove')}
      >
        Remove
      </Button>
    </>
  )
}

function FactorFacts({ factor }: { factor: NonNullable<SignIn['secondFactor']> }) {
  return (
    <PropertiesTable>
      <Property label="Set up">
        <DateTime date={factor.timeConfirmed} />
      </Property>
      <Property label="Recovery codes">
        {factor.recoveryCodesLeft > 0 ? (
          `${factor.recoveryCodesLeft} left`
        ) : (
          <Badge color="notice">None left</Badge>
        )}
      </Property>
    </PropertiesTable>
  )
}
