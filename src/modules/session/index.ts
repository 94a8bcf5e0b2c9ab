export { loginRoute } from './loginRoute.ts';
export { LogoutButton } from './LogoutButton.tsx';
export { SignInView } from './SignInView.tsx';
