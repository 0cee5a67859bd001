import { useMatchOf } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { useSignInOfOtherTabs } from './other-tabs.ts'
import { refusalOfPage } from './refusal.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SiloHeading } from './silo-heading.tsx'

const ROUTES = [
  '/login/$silo/saml/$provider',
  '/login/$silo/saml/$provider/redirect',
  '/login/$silo/saml/$provider/finish',
] as const
const NO_SERVER = 'This console has no server that redirects to identity providers.'
/** The server redirects this path. So the page is shown only without a server, or after a refusal. */
const isWayOut = () => location.pathname.endsWith('/redirect')

/** Encodes a path as the value of a query parameter, but only the characters that would end the value. */
const inQuery = (path: string) => encodeURI(path).replace(/[&#+]/g, encodeURIComponent)

/** Redirects to an identity provider. Also shown when the server rejects the provider's response. */
export function SamlSignIn() {
  const {
    params: { silo, provider },
    search: { redirect_uri: redirectUri },
  } = useMatchOf(ROUTES)
  useSignInOfOtherTabs(redirectUri)
  const query = redirectUri ? `?redirect_uri=${inQuery(redirectUri)}` : ''
  const refusal = refusalOfPage() ?? (isWayOut() ? NO_SERVER : null)

  return (
    <SignInLayout>
      <SiloHeading silo={silo} />
      {refusal && (
        <MessageBox variant="error" title="Could not sign in" className="mb-4">
          {refusal} If trying again does not help, show this message to an admin of {silo}.
        </MessageBox>
      )}
      {/* The server redirects this address to the provider. It is not a route of the console. */}
      <a
        href={pathTo('/login/$silo/saml/$provider/redirect', { silo, provider }) + query}
        className={`${buttonStyle()} w-full`}
      >
        <span className="truncate">Sign in with {provider}</span>
      </a>
    </SignInLayout>
  )
}
