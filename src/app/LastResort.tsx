import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen.tsx';

/** Catches what no route has caught, so that nobody ever looks at an empty page. */
export class LastResort extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? (
      <ErrorScreen error={this.state.error} reset={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    );
  }
}
