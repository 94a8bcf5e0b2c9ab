import { createFileRoute, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { UploadDocument } from '#modules/policy/screens/UploadDocument.tsx';
import { HomePage } from '#modules/home/screens/HomePage.tsx';

export const Route = createFileRoute('/_signedIn/home_/upload-document')({
  staticData: { title: 'Home Page', tabTitle: 'Upload Document' },
  component: UploadDocumentPage,
});

/** The dialog is above the home page, and leads back to where it was opened. */
function UploadDocumentPage(): ReactElement {
  const router = useRouter();
  const close = (): void => {
    if (router.history.canGoBack()) router.history.back();
    else router.history.replace('/home');
  };
  return (
    <>
      <HomePage />
      <UploadDocument onClose={close} />
    </>
  );
}
