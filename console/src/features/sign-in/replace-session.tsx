import { loginSamlAnswerView, loginSamlConfirm } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { pathTo } from '../../app/paths.ts'
import { currentUser } from '../../app/session.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { announceSignIn } from './other-tabs.ts'
import { safeRedirect } from './safe-redirect.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SiloHeading } from './silo-heading.tsx'

const route = getRouteApi('/login/$silo/saml/$provider/replace')

/** Asks whether a sign-in through an identity provider replaces the session of another user in this browser. */
export function ReplaceSession() {
  const { silo, provider } = route.useParams()
  const { answer } = route.useSearch()
  const path = { siloName: silo, providerName: provider }
  const next = useQuery({
    ...apiQuery(loginSamlAnswerView, { path, query: { answer } }),
    throwOnError: false,
    retry: false,
  })
  const current = useQuery({ ...currentUser, throwOnError: false, retry: false }).data
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const proceed = async (redirectUri: string) => {
    setPending(true)
    setFailure(null)
    try {
      await request(loginSamlConfirm, { path, body: { answer } })
    } catch (error) {
      setFailure(messageOf(error))
      setPending(false)
      return
    }
    announceSignIn()
    // A fresh page: this one has data of the other user.
    location.replace(safeRedirect(redirectUri) ?? pathTo('/projects'))
  }
  const refusal = failure ?? (next.error && messageOf(next.error))

  return (
    <SignInLayout>
      <SiloHeading silo={silo} />
      {refusal && (
        <div role="alert" className="mb-4">
          <MessageBox variant="error" title="Could not sign in">
            {refusal}
          </MessageBox>
        </div>
      )}
      {next.data && (
        <p className="mb-4">
          {current ? (
            <>
              You are signed in as <Highlight>{current.displayName}</Highlight> of {current.siloName}.
            </>
          ) : (
            'Another user is signed in in this browser.'
          )}{' '}
          If you continue, that session ends.
        </p>
      )}
      <div className="flex flex-col gap-3">
        {next.data && (
          <Button className="w-full" loading={pending} onPress={() => void proceed(next.data.redirectUri)}>
            <span className="truncate">Continue as {next.data.displayName}</span>
          </Button>
        )}
        {/* A fresh page, like the other way out. */}
        <a href={pathTo('/projects')} className={`${buttonStyle('secondary')} w-full`}>
          <span className="truncate">
            {current ? `Stay as ${current.displayName}` : 'Back to the console'}
          </span>
        </a>
      </div>
    </SignInLayout>
  )
}
