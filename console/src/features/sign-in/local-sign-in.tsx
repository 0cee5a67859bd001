import { loginLocal } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Control, useForm } from 'react-hook-form'
import { ApiError } from '../../api/errors.ts'
import { fetchExtensions } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { deleteDraftsOfOthers } from '../../app/kit/forms/drafts.ts'
import { pathTo } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { currentUser } from '../../app/session.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { useSignInOfOtherTabs } from './other-tabs.ts'
import { safeRedirect } from './safe-redirect.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignInField } from './sign-in-field.tsx'
import { SiloHeading } from './silo-heading.tsx'

const route = getRouteApi('/login/$silo/local')

/** Signs in with a user name and a local password of the silo. */
export function LocalSignIn() {
  const { silo } = route.useParams()
  const { redirect_uri: redirectUri } = route.useSearch()
  const announce = useSignInOfOtherTabs(redirectUri)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { control, handleSubmit, formState, setFocus } = useForm<Values>({
    defaultValues: { username: '', password: '', code: '' },
  })
  const [failure, setFailure] = useState<string | null>(null)
  const [needsCode, setNeedsCode] = useState(false)
  useEffect(() => setFocus(needsCode ? 'code' : 'username'), [setFocus, needsCode])

  const signIn = handleSubmit(async ({ username, password, code }) => {
    setFailure(null)
    try {
      // Pasted text may have spaces around the name.
      await send(silo, { username: username.trim(), password }, needsCode ? code : null)
    } catch (error) {
      const asksForCode = error instanceof ApiError && error.errorCode === 'SecondFactorRequired'
      if (asksForCode && !needsCode) return setNeedsCode(true)
      setFailure(asksForCode ? 'The code is wrong, expired or already used.' : failureOf(error))
      return
    }
    // Clears data that a previous user loaded in this page.
    queryClient.clear()
    announce()
    // The next page reads the user too.
    void queryClient.ensureQueryData(currentUser).then(
      ({ id }) => deleteDraftsOfOthers(id),
      () => {},
    )
    addToast({ content: 'Logged in' })
    // Back skips the form, which is of no more use.
    await navigate({ href: safeRedirect(redirectUri) ?? pathTo('/projects'), replace: true })
  })

  return (
    <SignInLayout>
      <SiloHeading silo={silo} />
      <form onSubmit={(event) => void signIn(event)} noValidate className="flex flex-col gap-3">
        {needsCode ? (
          <CodeField control={control} />
        ) : (
          <>
            <Bound control={control} name="username" problem={required('Username')}>
              {(field) => <SignInField {...field} label="Username" autoComplete="username" />}
            </Bound>
            <Bound control={control} name="password" problem={required('Password')}>
              {(field) => (
                <SignInField {...field} label="Password" type="password" autoComplete="current-password" />
              )}
            </Bound>
          </>
        )}
        <Button type="submit" className="w-full" loading={formState.isSubmitting}>
          Sign in
        </Button>
      </form>
      <div role="alert" className="mt-3 min-h-5 text-center text-sm text-danger">
        {failure}
      </div>
    </SignInLayout>
  )
}

/** Returns why a sign-in failed. Only a 401 is about the name and the password. */
const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.statusCode !== 401
    ? `Could not sign in: ${error.serverMessage ?? error.message}.`
    : 'Could not sign in. Please try again.'

type Credentials = { username: string; password: string }
type Values = Credentials & { code: string }

/** Signs in. @param code of the second factor; null without one. */
async function send(siloName: string, credentials: Credentials, code: string | null): Promise<void> {
  const extensions = code === null ? null : await fetchExtensions()
  const body = { ...credentials, ...(extensions && { code: extensions.value(code!) }) }
  await request(loginLocal, { path: { siloName }, body })
}

const CodeField = ({ control }: { control: Control<Values> }) => (
  <>
    <p className="text-sm text-text-muted">
      Enter the code that your authenticator app shows, or one of your recovery codes.
    </p>
    <Bound control={control} name="code" problem={required('Code')}>
      {(field) => <SignInField {...field} label="Code" autoComplete="one-time-code" />}
    </Bound>
  </>
)
