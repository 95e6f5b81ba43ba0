import AuthenticationServices
import Domain
import SwiftUI
import ViewModels

/// Signing in with an account elsewhere: what the server offers, and what a sign-in needs next.
struct SignInProviders: View {
  @Environment(AppContainer.self) private var container
  @Environment(\.webAuthenticationSession) private var browser

  var body: some View {
    @Bindable var model = container.providers
    VStack(spacing: 12) {
      switch model.step {
      case .choice:
        ForEach(model.providers, id: \.id) { provider in
          Button {
            signIn(with: provider)
          } label: {
            Text("Continue with \(provider.name)").frame(maxWidth: .infinity)
          }
          .buttonStyle(.bordered)
          .controlSize(.large)
          .disabled(model.isBusy)
          .accessibilityIdentifier("signIn.provider.\(provider.id)")
        }
      case .password(let email):
        explanation("There is an account with the address \(email) here. Enter its password once, to link both.")
        SecureField("Password", text: $model.password)
          .textContentType(.password)
          .submitLabel(.go)
          .onSubmit(goOn)
          .modifier(FieldBackground())
          .accessibilityIdentifier("signIn.link.password")
        steps("Link the accounts")
      case .name(let email):
        explanation("You come as \(email). How shall others see you?")
        TextField("Name", text: $model.name)
          .textContentType(.name)
          .submitLabel(.go)
          .onSubmit(goOn)
          .modifier(FieldBackground())
          .accessibilityIdentifier("signIn.account.name")
        steps("Create account")
      }
      if let problem = model.problem {
        ProblemText(text: problem.sentence)
          .accessibilityIdentifier("signIn.provider.problem")
      }
    }
    .task(id: ObjectIdentifier(model)) { await model.load() }
  }

  private func explanation(_ text: LocalizedStringKey) -> some View {
    Text(text)
      .font(.subheadline)
      .foregroundStyle(.secondary)
      .multilineTextAlignment(.center)
  }

  private func steps(_ title: LocalizedStringKey) -> some View {
    VStack(spacing: 12) {
      Button(action: goOn) { Text(title).font(.headline).frame(maxWidth: .infinity) }
        .buttonStyle(.borderedProminent)
        .tint(.accentFill)
        .controlSize(.large)
        .disabled(!container.providers.canGoOn)
        .accessibilityIdentifier("signIn.goOn")
      Button("Not now") { container.providers.cancel() }
        .font(.subheadline)
        .accessibilityIdentifier("signIn.notNow")
    }
  }

  private func goOn() {
    Task { await container.providers.goOn() }
  }

  /// Who closes the browser has changed their mind: nothing is wrong.
  private func signIn(with provider: IdentityProvider) {
    Task {
      await container.signIn(with: provider) { address in
        try? await browser.authenticate(using: address, callbackURLScheme: "messageai")
      }
    }
  }
}

/// The ground of a field of the screen for signing in.
private struct FieldBackground: ViewModifier {
  func body(content: Content) -> some View {
    content
      .padding(.horizontal, 14)
      .padding(.vertical, 12)
      .background(.fill.tertiary, in: RoundedRectangle(cornerRadius: 12, style: .continuous))
  }
}
