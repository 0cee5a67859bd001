import { MessagePage } from './message-page.tsx'

/** For unknown URLs and for resources that the user may not see: both look the same. */
export const NotFoundPage = () => (
  <MessagePage title="Page not found">
    <p>The page you are looking for doesn't exist or you may not have access to it.</p>
  </MessagePage>
)
